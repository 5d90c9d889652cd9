import net from "node:net";

/** Unit tests are pure. A test that opens a socket fails here instead of depending on the network. */
net.Socket.prototype.connect = () => {
  throw new Error("unit tests open no sockets: move this test to contract or e2e");
};
