# Turns output/san_strings_that_occur.txt into a Coq list, for Listed.v: awk -f listed.awk FILE

BEGIN {
    print "(** The lines of output/san_strings_that_occur.txt, made by listed.awk. *)"
    print "From SAN Require Import Text."
    print "Open Scope text_scope."
    size = 100
}
{
    if ((NR - 1) % size == 0) {
        if (NR > 1) print "\"."
        printf "Definition l%d : text := \"", (NR - 1) / size
    } else printf " "
    printf "%s", $0
}
END {
    if (!NR) { print "no strings" > "/dev/stderr"; exit 1 }
    print "\"."
    printf "Definition listed : list string := flat_map words ["
    for (i = 0; i * size < NR; i++) printf "%sl%d", i ? "; " : "", i
    print "]."
}
