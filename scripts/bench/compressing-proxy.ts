import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const textType = /^(text\/|application\/(json|javascript|manifest)|image\/svg)/

/** Compresses texts as the platform's edge does before a Worker. For GET alone; pages are small enough to hold. */
export async function startCompressingProxy(siteUrl: string) {
	const server = createServer(async (request, response) => {
		try {
			const headers = new Headers()
			for (const name of ['accept', 'accept-language', 'cookie', 'user-agent']) {
				const value = request.headers[name]
				if (typeof value === 'string') headers.set(name, value)
			}
			const answer = await fetch(siteUrl + request.url, { headers, redirect: 'manual' })
			const body = Buffer.from(await answer.arrayBuffer())
			const isText = textType.test(answer.headers.get('content-type') ?? '')
			for (const [name, value] of answer.headers) {
				if (!/^(content-length|content-encoding|transfer-encoding|connection|set-cookie)$/.test(name))
					response.setHeader(name, value)
			}
			response.setHeader('set-cookie', answer.headers.getSetCookie())
			if (isText) response.setHeader('content-encoding', 'gzip')
			response.writeHead(answer.status).end(isText ? gzipSync(body, { level: 6 }) : body)
		} catch {
			response.destroy()
		}
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		url: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}
