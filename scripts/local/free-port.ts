import { createServer } from 'node:net'

/** A TCP port of `host` that nobody listens on right now; another program may still take it first. */
export function freePort(host = '127.0.0.1'): Promise<number> {
	return listenOnce(0, host)
}

/** Whether a server could listen on this port right now. Throws where the host itself is not ours. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
	try {
		await listenOnce(port, host)
		return true
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
		throw error
	}
}

function listenOnce(port: number, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer()
		server.once('error', reject)
		server.listen({ port, host, exclusive: true }, () => {
			const address = server.address()
			const taken = typeof address === 'object' && address ? address.port : port
			server.close(() => resolve(taken))
		})
	})
}
