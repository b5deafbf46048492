// Adapter for chess (https://github.com/CorentinGS/chess).
// Install: go mod init mine && go get github.com/corentings/chess/v2. Run: python judge.py --run 'go run go.go'
package main

import ("bufio"; "fmt"; "os"; "strings"; "github.com/corentings/chess/v2")

func answer(task, fen, text string) (said string) {
	defer func() { if recover() != nil { said = "-" } }()
	option, _ := chess.FEN(fen)
	position, san, uci := chess.NewGame(option).Position(), chess.AlgebraicNotation{}, chess.UCINotation{}
	if task == "play" {
		move, err := uci.Decode(position, text)
		if err != nil { return "-" }
		return position.Update(move).String()
	}
	if task == "read" {
		if move, err := san.Decode(position, text); err == nil { return uci.Encode(position, move) }
		return "-"
	}
	if task == "movetext" {
		option, err := chess.PGN(strings.NewReader(strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\t`, "\t").Replace(text)))
		if err != nil { return "-" }
		var moves []string
		for _, move := range chess.NewGame(option).Moves() { moves = append(moves, uci.Encode(position, move)) }
		return strings.Join(moves, " ")
	}
	if task != "write" && task != "legal" { return "?" }
	var all []string
	for _, move := range position.ValidMoves() {
		if uci.Encode(position, &move) == text { return san.Encode(position, &move) }
		all = append(all, san.Encode(position, &move))
	}
	return strings.Join(all, " ")
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		fmt.Printf("%s\t%s\n", fields[0], answer(fields[1], fields[2], fields[3]))
	}
}
