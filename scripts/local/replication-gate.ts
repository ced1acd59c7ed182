import {
	type ClientHttp2Session,
	connect,
	constants,
	createServer,
	type IncomingHttpHeaders,
	type ServerHttp2Session,
	type ServerHttp2Stream,
} from 'node:http2'
import { onPort } from './free-port.ts'

export type ReplicationGate = {
	/** The replica's address for its primary. */
	url: string
	counts: { passed: number; refused: number }
	/** Cuts the replica off until `release`. */
	hold(): void
	release(): void
	close(): Promise<void>
}

/** The calls that fetch changes from the primary. */
const REPLICATION = '/wal_log.ReplicationLog/'
/** gRPC's "permission denied". */
const PERMISSION_DENIED = '7'

/**
 * Passes a primary's changes and refuses a replica's forwarded reads. A kept stream that was forwarded once holds one
 * of the primary's two connections for its life (docs/decisions/097).
 */
export async function startReplicationGate(primaryUrl: string): Promise<ReplicationGate> {
	const counts = { passed: 0, refused: 0 }
	const sessions = new Set<ServerHttp2Session>()
	let primary: ClientHttp2Session | undefined
	let isHeld = false

	function openPrimary(): ClientHttp2Session {
		if (primary && !primary.closed && !primary.destroyed) return primary
		primary = connect(primaryUrl)
		// Each stream of a lost connection fails by itself.
		primary.on('error', () => {})
		return primary
	}

	const server = createServer()
	server.on('session', (session) => {
		sessions.add(session)
		session.on('close', () => sessions.delete(session))
		session.on('error', () => {})
	})
	server.on('stream', (stream, headers) => {
		stream.on('error', () => {})
		if (isHeld) return stream.close(constants.NGHTTP2_REFUSED_STREAM)
		if (headers[':path']?.startsWith(REPLICATION)) {
			counts.passed += 1
			return pass(stream, headers, openPrimary())
		}
		counts.refused += 1
		stream.respond(
			{ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': PERMISSION_DENIED },
			{ endStream: true },
		)
	})

	const port = await onPort(undefined, '127.0.0.1', (candidate) => {
		return new Promise<number>((resolve, reject) => {
			server.once('error', reject)
			server.listen(candidate, '127.0.0.1', () => resolve(candidate))
		})
	})
	return {
		url: `http://127.0.0.1:${port}`,
		counts,
		hold() {
			isHeld = true
			for (const session of sessions) session.destroy()
		},
		release() {
			isHeld = false
		},
		async close() {
			for (const session of sessions) session.destroy()
			primary?.destroy()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}

/** Both ways, with the trailers, which carry gRPC's status. */
function pass(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, primary: ClientHttp2Session): void {
	const { ':authority': _, ...rest } = headers
	const onward = primary.request(rest)
	let trailers: IncomingHttpHeaders = {}
	onward.on('response', (answer) => {
		if (stream.destroyed) return
		stream.on('wantTrailers', () => stream.sendTrailers(trailers))
		stream.respond(answer, { waitForTrailers: true })
		onward.pipe(stream)
	})
	onward.on('trailers', (sent) => {
		trailers = sent
	})
	onward.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
	stream.on('close', () => onward.close(constants.NGHTTP2_CANCEL))
	stream.pipe(onward)
}
