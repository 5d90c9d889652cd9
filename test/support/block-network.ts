import net from "node:net";

/** Unit tests are pure: a test that opens a socket fails here, by name, instead of passing by luck of the network. */
net.Socket.prototype.connect = () => {
  throw new Error("unit tests open no sockets: move this test to contract or e2e");
};
