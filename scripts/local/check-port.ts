import { isPortFree } from './free-port.ts'
import { StartProblem, systemCode } from './start-problem.ts'

/** Throws a StartProblem unless a server could listen there now. Port 0 means any. */
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
