import { request as ask, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** The line between a browser and the site: what a phone loses in a lift, or waits for on a slow network. */
export type Line = {
	url: string
	/** Every connection breaks, and no other is taken. */
	cut(): void
	/** Answers come after so many milliseconds. */
	slow(milliseconds: number): void
	mend(): void
	/** From now on this path is answered with this script. */
	answerWith(path: string, script: string): void
	close(): Promise<void>
}

/** Starts a line to the site at `target`. The site sees the line's own address as its host. */
export async function startLine(target: string): Promise<Line> {
	let state: 'open' | 'cut' | number = 'open'
	const sockets = new Set<Socket>()
	const scripts = new Map<string, string>()
	const server = createServer((request, response) => {
		if (state === 'cut') return request.socket.destroy()
		const script = scripts.get(request.url ?? '')
		if (script !== undefined)
			return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
		const wait = typeof state === 'number' ? state : 0
		const sent = ask(
			new URL(request.url ?? '/', target),
			{ method: request.method, headers: request.headers },
			(answer) =>
				setTimeout(() => {
					if (state === 'cut') return request.socket.destroy()
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
		mend() {
			state = 'open'
		},
		close() {
			breakAll()
			return new Promise((resolve) => server.close(() => resolve()))
		},
	}
}
