# Writes positions and their SANs as a Coq test, Sans.v, from lines of a FEN, a tab and the SANs
# of all legal moves with spaces between.

BEGIN {
    FS = "\t"
    size = 100
    print "From SAN Require Import Fen."
    print "Open Scope text_scope."
}
$1 == "fen" { next }
{
    if (rows % size == 0) {
        if (rows) print "]."
        printf "Definition p%d : list (text * text) := [\n", rows / size
    } else printf ";\n"
    printf "(\"%s\", \"%s\")", $1, $2
    rows++
}
END {
    if (!rows) { print "no positions" > "/dev/stderr"; exit 1 }
    print "]."
    printf "Definition positions := List.concat ["
    for (i = 0; i * size < rows; i++) printf "%sp%d", i ? "; " : "", i
    print "]."
    printf "Example positions_are_%d : List.length positions = %d.\n", rows, rows
    print "Proof. vm_compute. reflexivity. Qed."
    print "Example sans : wrong positions = []."
    print "Proof. vm_cast_no_check (eq_refl (@nil (text * text))). Qed."
}
