import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** How far an answer comes before it halts. In the last case only its end is missing. */
export const halts = [
	'before its head',
	'in its head',
	'in its body',
	'before its last byte',
	'before its end',
] as const
export type Halt = (typeof halts)[number]

/** The line between a browser and the site: what a phone loses in a lift, or waits for on a slow network. */
export type Line = {
	url: string
	/** Every connection breaks, and no other is taken. */
	cut(): void
	/** Delays each answer. */
	slow(milliseconds: number): void
	/** Halts the next answer with a page's data there, and all scripts. Resolves to the number of bytes sent. */
	halt(where: Halt): Promise<number>
	/** Later answers come whole. One that has halted stays as it is. */
	mend(): void
	/** From now on this path is answered with this script. */
	answerWith(path: string, script: string): void
	close(): Promise<void>
}

/** Starts a line to the site at `target`. The site sees the line's own address as its host. */
export async function startLine(target: string): Promise<Line> {
	let state: 'open' | 'cut' | number = 'open'
	let halting: { where: Halt; hasHalted: (sentBytes: number) => void } | null = null
	const sockets = new Set<Socket>()
	const scripts = new Map<string, string>()
	const server = createServer((request, response) => {
		if (state === 'cut') return request.socket.destroy()
		const path = request.url ?? '/'
		const script = scripts.get(path)
		if (script !== undefined)
			return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
		if (halting && path.endsWith('.js')) return
		const { where, hasHalted } = (/\.data(\?|$)/.test(path) && halting) || {}
		const wait = typeof state === 'number' ? state : 0
		const headers = { ...request.headers, ...(where && { 'accept-encoding': 'identity' }) }
		const sent = ask(new URL(path, target), { method: request.method, headers }, (answer) =>
			setTimeout(() => {
				if (state === 'cut') return request.socket.destroy()
				if (where) return answerUntil(where, answer, response).then(hasHalted)
				response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
				answer.pipe(response)
			}, wait),
		)
		sent.on('error', () => request.socket.destroy())
		request.pipe(sent)
	})
	server.on('connection', (socket) => {
		sockets.add(socket)
		socket.on('close', () => sockets.delete(socket))
		socket.on('error', () => {})
		if (state === 'cut') socket.destroy()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	const breakAll = () => {
		for (const socket of sockets) socket.destroy()
	}
	return {
		url: `http://127.0.0.1:${port}`,
		answerWith: (path, script) => void scripts.set(path, script),
		cut() {
			state = 'cut'
			breakAll()
		},
		slow(milliseconds) {
			state = milliseconds
		},
		halt: (where) =>
			new Promise((resolve) => {
				halting = { where, hasHalted: resolve }
			}),
		mend() {
			state = 'open'
			halting = null
		},
		close() {
			breakAll()
			return new Promise((resolve) => server.close(() => resolve()))
		},
	}
}

async function answerUntil(where: Halt, answer: IncomingMessage, response: ServerResponse): Promise<number> {
	const body = await buffer(answer)
	if (where === 'before its head') return 0
	const type = answer.headers['content-type'] ?? ''
	if (where === 'in its head') {
		response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: text/x-')
		return 0
	}
	response.writeHead(answer.statusCode ?? 502, { 'content-type': type })
	const missing = {
		'in its body': Math.ceil(body.length / 2),
		'before its last byte': 1,
		'before its end': 0,
	}
	const sent = body.subarray(0, body.length - missing[where])
	response.write(sent)
	return sent.length
}
