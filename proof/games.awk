# Turns the games of output/corpus.pgn into a Coq file, for Games.v: awk -f games.awk corpus.pgn
#
# A game becomes a list of words, without move numbers and result. "!" marks the first move that plays a string.
# You need not trust this script, because Coq plays every move by the rules and writes the SAN of each marked move.

BEGIN {
    print "From SAN Require Import Text."
    print "Open Scope text_scope."
    size = 200
}
function finish() {
    if (game == "") return
    if (games % size == 0) {
        if (games) print "]."
        printf "Definition g%d : list text := [\n", games / size
    } else printf ";\n"
    printf "\"%s\"", game
    games++
    game = ""
}
/^\[Event / { finish(); next }
/^\[/ { next }
{
    for (i = 1; i <= NF; i++) {
        word = $i
        if (word ~ /^[0-9]+\.+$/ || word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*")
            continue
        mark = word in seen ? "" : "!"
        seen[word]
        game = game (game == "" ? "" : " ") mark word
    }
}
END {
    finish()
    if (!games) { print "no games" > "/dev/stderr"; exit 1 }
    print "]."
    printf "Definition games : list text := List.concat ["
    for (i = 0; i * size < games; i++) printf "%sg%d", i ? "; " : "", i
    print "]."
}
