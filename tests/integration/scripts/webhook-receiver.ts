import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedWebhook = { path: string; event: string; body: string; signature: string }

export type WebhookReceiver = {
	url: string
	/** In the order of their coming, refused ones too. */
	received: ReceivedWebhook[]
	/** Answers the next ones with these statuses, and all later ones with 200; 0 breaks the line. */
	answerNext(...statuses: number[]): void
	close(): Promise<void>
}

/** In place of the app: takes what Paystack sends to it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
	const received: ReceivedWebhook[] = []
	const answers: number[] = []
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		const body = Buffer.concat(chunks).toString()
		const signature = String(request.headers['x-paystack-signature'])
		received.push({ path: request.url ?? '', event: JSON.parse(body).event, body, signature })
		const status = answers.shift() ?? 200
		if (status === 0) request.socket.destroy()
		else response.writeHead(status).end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		url: `http://127.0.0.1:${port}/webhooks/paystack`,
		received,
		answerNext: (...statuses) => void answers.push(...statuses),
		close() {
			server.closeAllConnections()
			return new Promise((resolve) => server.close(() => resolve()))
		},
	}
}
