# Scid as an adapter of the conformance suite:
#
#     python judge.py --run 'tkscid scid.tcl'

fconfigure stdin -encoding utf-8
fconfigure stdout -encoding utf-8 -buffering line

proc read_ {fen text} { return [sc_game SANtoUCI $text] }
proc write {fen text} { return [sc_move addUCI $text] }
proc legal {fen text} { return [sc_pos moves] }

proc play {fen text} {
    sc_move addUCI $text
    return [sc_pos fen]
}

proc movetext {fen text} {
    sc_game new
    set report [sc_game import [string map {\\\\ \\ \\n \n \\r \r \\t \t} $text]]
    if {[string match "*Failed to parse*" $report]} { return - }
    return [sc_game moves coord]
}

array set tasks {read read_ write write legal legal play play movetext movetext}
while {[gets stdin line] >= 0} {
    lassign [split $line \t] id task fen text
    sc_game new
    sc_game startBoard $fen
    if {[catch {$tasks($task) $fen $text} answer]} { set answer - }
    puts "$id\t[string trim $answer]"
}
exit
