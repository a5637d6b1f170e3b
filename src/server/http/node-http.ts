/**
 * Node's HTTP module. `import … from 'node:http'` would also load undici, because `http.WebSocket` is among the exports: 5 MB
 * and some 40 ms of processor time in every process.
 */
export const http = process.getBuiltinModule('node:http');
