import { createServer } from 'node:net'
import { StartProblem, systemCode } from './start-problem.ts'

/** Below the ports of outgoing connections, which could take one. */
const FIRST_PORT = 15_000
const PORTS = 17_000
const TRIES = 20

/** Another program may still take it first. */
async function freePort(host = '127.0.0.1'): Promise<number> {
	for (let tries = 0; tries < TRIES; tries++) {
		const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
		if (await isPortFree(port, host)) return port
	}
	return listenOnce(0, host)
}

/** On the wanted port, else on a free one; tries the next where another program took it. */
export async function onPort<T>(
	wanted: number | undefined,
	host: string,
	start: (port: number) => Promise<T>,
): Promise<T> {
	if (wanted) return start(wanted)
	for (let triesLeft = 3; ; triesLeft--) {
		try {
			return await start(await freePort(host))
		} catch (error) {
			if (triesLeft <= 1) throw error
		}
	}
}

/** Throws where the host is not ours. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
	try {
		await listenOnce(port, host)
		return true
	} catch (error) {
		if (systemCode(error) === 'EADDRINUSE') return false
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

/** Throws a StartProblem for a taken port. Port 0 means any. */
export async function checkPort(host: string, port: number): Promise<void> {
	let isFree: boolean
	try {
		isFree = await isPortFree(port, host)
	} catch (error) {
		throw new StartProblem(
			`HOST ${host} with PORT ${port} cannot be listened on (${systemCode(error) ?? error}): set HOST to an address of this machine and PORT to a port that you may use.`,
		)
	}
	if (!isFree) {
		throw new StartProblem(`Port ${port} is taken by another program: stop it, or set PORT to another one.`)
	}
}
