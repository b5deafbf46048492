# Turns the rows of cases.tsv into Coq tests, for Cases.v: awk -f cases.awk cases.tsv

BEGIN {
    FS = "\t"
    print "From SAN Require Import Fen."
    print "Open Scope text_scope."
}
$1 == "name" { next }
{
    printf "Example %s : sans_are \"%s\"\n  \"%s\"\n  \"%s\" = true.\n", $1, $2, $3, $4
    print "Proof. vm_cast_no_check (eq_refl true). Qed."
}
