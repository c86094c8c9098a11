// One SDK of Colyseus on strings: orders as JSON lines on stdin, and all that happens to its rooms as JSON lines on stdout.
//
// node colyseus_driver.cjs SDK_FOLDER URL
"use strict";
const readline = require("node:readline");
const { Client } = require(process.argv[2]);

const tell = (happening) => process.stdout.write(JSON.stringify(happening) + "\n");
for (const level of ["log", "info", "warn", "error"]) console[level] = (...words) => process.stderr.write(words.join(" ") + "\n");
process.on("uncaughtException", (problem) => tell({ as: "", event: "crashed", message: String(problem && problem.stack) }));
process.on("unhandledRejection", (problem) => tell({ as: "", event: "crashed", message: String(problem && problem.stack) }));

const client = new Client(process.argv[3]);
const rooms = {};

function watch(as, room) {
  rooms[as] = room;
  if (room.reconnection) room.reconnection.minUptime = 0; // otherwise a test would have to wait for 5 seconds
  room.onMessage("*", (type, payload) => tell({ as, event: "message", type, payload }));
  room.onLeave((code) => tell({ as, event: "left", code }));
  room.onError((code, message) => tell({ as, event: "error", code, message }));
  if (room.onDrop) room.onDrop((code) => tell({ as, event: "dropped", code }));
  // The SDK has the new token only after it called this.
  if (room.onReconnect) room.onReconnect(() => queueMicrotask(() => tell({ as, event: "back", token: room.reconnectionToken })));
  tell({
    as, event: "joined", room: room.roomId ?? room.id, session: room.sessionId, name: room.name,
    token: room.reconnectionToken, hasState: room.state !== null && room.state !== undefined,
  });
}

const ORDERS = {
  join: ({ as, method, to, options }) =>
    client[method](to, ...(options === undefined ? [] : [options])).then(
      (room) => watch(as, room),
      (problem) => tell({ as, event: "refused", code: problem.code ?? null, message: String(problem.message) }),
    ),
  send: ({ as, type, payload }) => rooms[as].send(type, payload),
  bytes: ({ as, type, body }) => rooms[as].sendBytes(type, Uint8Array.from(body)),
  leave: ({ as, consented }) => rooms[as].leave(consented),
  cut: ({ as }) => rooms[as].connection.transport.ws.terminate(),
  ping: ({ as }) => rooms[as].ping((milliseconds) => tell({ as, event: "pong", milliseconds })),
  latency: ({ as }) => client.getLatency().then((milliseconds) => tell({ as, event: "latency", milliseconds })),
  request: ({ as, type, payload }) =>
    rooms[as].request(type, payload).then(
      (answer) => tell({ as, event: "answer", payload: answer }),
      (problem) => tell({ as, event: "failed", name: problem.name, code: problem.code ?? null, message: problem.message ?? String(problem) }),
    ),
  list: ({ as, name }) => client.getAvailableRooms(name).then((found) => tell({ as, event: "listed", rooms: found })),
};

readline.createInterface({ input: process.stdin })
  .on("line", (line) => { const order = JSON.parse(line); ORDERS[order.do](order); })
  .on("close", () => process.exit(0));
