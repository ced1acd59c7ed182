import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { onPort } from '#scripts/local/free-port.ts'
import { createMailService, type MailService } from './mail-service.ts'
import type { OutsideService } from './outside-service.ts'
import { createPaystackService, type PaystackOptions, type PaystackService } from './paystack-service.ts'
import { createPushService, type PushService } from './push-service.ts'

const MAX_BODY_BYTES = 1_000_000

export type Sandbox = {
	/** Its APIs and its pages, on loopback. */
	url: string
	mail: MailService
	paystack: PaystackService
	push: PushService
	close(): Promise<void>
}

/** Replaces a real installation's outside services, for `npm start` and tests. The Worker has none of it. */
export async function startSandbox(
	options: { port?: number | undefined; paystack?: Partial<PaystackOptions> } = {},
): Promise<Sandbox> {
	const mail = createMailService()
	// A separate key for each sandbox: the app of another sandbox must not accept its events.
	const secretKey = options.paystack?.secretKey ?? `sk_test_${randomBytes(20).toString('hex')}`
	const paystack = createPaystackService({ ...options.paystack, secretKey })
	let origin = ''
	const push = createPushService(() => origin)
	const services: OutsideService[] = [mail, paystack, push]
	const server = createServer(async (request, response) => {
		try {
			const { pathname: path, searchParams: query } = new URL(request.url ?? '/', origin)
			const bytes = await readBody(request)
			const seen = {
				method: request.method ?? 'GET',
				origin,
				path,
				query,
				headers: firstValues(request),
				body: bytes.toString('utf8'),
				bytes,
			}
			for (const service of services) {
				const answer = await service.answer(seen)
				if (answer === null) continue
				if (answer === 'cut') return void request.socket.destroy()
				response.writeHead(answer.status, { 'content-type': answer.contentType, ...answer.headers })
				return void response.end(answer.body)
			}
			response.writeHead(404).end('Nothing is here.')
		} catch (error) {
			response.writeHead(400).end(error instanceof Error ? error.message : 'This was not understood.')
		}
	})
	const port = await onPort(options.port, '127.0.0.1', (candidate) => listen(server, candidate))
	origin = `http://127.0.0.1:${port}`
	return {
		url: origin,
		mail,
		paystack,
		push,
		close() {
			mail.setBehaviour('answer')
			paystack.close()
			server.closeAllConnections()
			return new Promise((resolve) => server.close(() => resolve()))
		},
	}
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject)
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(port))
	})
}

function firstValues({ headers }: IncomingMessage): Record<string, string | undefined> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
	)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of request) {
		size += chunk.length
		if (size > MAX_BODY_BYTES) throw new Error('The body is too long.')
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}
