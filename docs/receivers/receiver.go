// A receiver with Go's standard library only: go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type event struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// isGenuine takes the body's bytes as they arrived: JSON that is parsed and written again doesn't verify.
func isGenuine(key []byte, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

func handleAll(work <-chan event) {
	seen := map[string]bool{} // In production: a table with the event's id as key, which survives a restart.
	for next := range work {
		if !seen[next.ID] {
			seen[next.ID] = true
			fmt.Println(next.Type, next.ID)
		}
	}
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET must be whsec_ and base64")
	}
	work := make(chan event, 1_000)
	go handleAll(work)
	http.HandleFunc("POST /hook", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		var received event
		if err != nil || !isGenuine(key, request.Header, body) || json.Unmarshal(body, &received) != nil {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		select {
		case work <- received:
			// Answer first, then work: after 3 seconds, the bridge sends the event again.
			response.WriteHeader(http.StatusNoContent)
		default:
			// The queue is full: the bridge sends the event again.
			response.Header().Set("retry-after", "30")
			response.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
