import type { Plugin } from 'vite'

/** Serves the OpenAPI document; a build writes it to a file. */
export const openapiInDev: Plugin = {
	name: 'openapi-in-dev',
	apply: 'serve',
	configureServer(server) {
		server.middlewares.use('/api/v1/openapi.json', async (_, response, next) => {
			try {
				const { openapiDocument } = await server.ssrLoadModule('/scripts/api/openapi-document.ts')
				response.setHeader('content-type', 'application/json')
				response.end(JSON.stringify(openapiDocument()))
			} catch (error) {
				next(error)
			}
		})
	},
}
