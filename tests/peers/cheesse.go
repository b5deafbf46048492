// Adapter of cheesse (https://github.com/marianogappa/cheesse) for the conformance suite. To build it, copy this
// file to mine/main.go in the source of cheesse, and run `go build ./mine`.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/marianogappa/cheesse/api"
)

var (
	cheesse  = api.New()
	pieces   = map[byte]string{'q': "Queen", 'r': "Rook", 'b': "Bishop", 'n': "Knight"}
	unescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\t`, "\t")
)

func uci(action api.OutputAction) string {
	promotion := ""
	for letter, name := range pieces {
		if action.IsPromotion && action.PromotionPieceType == name {
			promotion = string(letter)
		}
	}
	return action.FromPieceSquare + action.ToSquare + promotion
}

func input(task, text string) api.InputAction {
	if task == "read" {
		return api.InputAction{ActionString: text}
	}
	return api.InputAction{FromSquare: text[:2], ToSquare: text[2:4], PromotionPieceType: pieces[(text + " ")[4]]}
}

func answer(task, fen, text string) string {
	game := api.InputGame{FENString: fen}
	if task == "movetext" {
		_, result, err := cheesse.ParseNotation(game, unescape.Replace(text))
		if err != nil || !result.ParseWasSuccessful {
			return "-"
		}
		var moves []string
		for _, step := range result.Steps {
			if step.Action.FromPieceSquare != step.Action.ToSquare {
				moves = append(moves, uci(step.Action))
			}
		}
		return strings.Join(moves, " ")
	}
	if task == "legal" {
		parsed, _ := cheesse.ParseGame(game)
		var sans []string
		for _, action := range parsed.Actions {
			if !action.IsResign && !action.IsDraw {
				sans = append(sans, answer("write", fen, uci(action)))
			}
		}
		return strings.Join(sans, " ")
	}
	after, action, err := cheesse.DoAction(game, input(task, text))
	switch {
	case err != nil:
		return "-"
	case task == "read":
		return uci(action)
	case task == "write":
		return action.ActionString
	}
	return after.FENString
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		fmt.Printf("%s\t%s\n", fields[0], answer(fields[1], fields[2], fields[3]))
	}
}
