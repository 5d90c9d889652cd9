// A receiver that uses only Go's standard library. Run it with: go run receiver.go
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
	// An example, which you send to try a receiver, is about no real change.
	Example bool `json:"example"`
}

// isGenuine verifies the signature and the timestamp. body must be the raw bytes, because parsing and serialising JSON changes them.
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
	seen := map[string]bool{} // In production, use a table with the event's id as its key.
	for next := range work {
		if !next.Example && !seen[next.ID] {
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
			// Respond first, then process the event. After 3 seconds without a response, the bridge sends it again.
			response.WriteHeader(http.StatusNoContent)
		default:
			// The queue is full. The bridge sends the event again.
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
