import { createHash, createHmac } from 'node:crypto'
import type { PhotoBucket } from '#app/domain/discovery/photo-store.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

/** R2's S3-compatible address and access key, for programs outside the Worker. */
export type R2Access = { endpoint: string; bucket: string; keyId: string; secret: string }

const names = ['R2_ENDPOINT', 'R2_BUCKET', 'R2_ACCESS_KEY_ID', 'R2_SECRET_ACCESS_KEY'] as const

/** Throws a StartProblem for what is missing. */
export function r2Access(env: NodeJS.ProcessEnv): R2Access {
	const [endpoint = '', bucket = '', keyId = '', secret = ''] = names.map((name) => env[name] ?? '')
	const missing = names.filter((name) => !env[name])
	if (missing.length === 0 && URL.canParse(endpoint)) return { endpoint, bucket, keyId, secret }
	throw new StartProblem(
		`Set ${(missing.length > 0 ? missing : ['R2_ENDPOINT']).join(', ')}: in Cloudflare’s dashboard, under R2, ‘Manage API tokens’ makes a key for the bucket, and names its address, https://<account>.r2.cloudflarestorage.com.`,
	)
}

/** The photos' bucket, for the operator's machine. Throws where R2 refuses a request. */
export function createR2Bucket(access: R2Access, now: () => Instant = Date.now): PhotoBucket {
	async function ask(method: 'PUT' | 'GET' | 'DELETE', name: string, body = new Uint8Array()) {
		const url = new URL(`/${access.bucket}/${encodeURIComponent(name)}`, access.endpoint)
		const headers = signedR2Headers({ method, url, headers: {}, body, access, region: 'auto', at: now() })
		const answer = await fetch(url, {
			method,
			headers,
			...(method === 'PUT' && { body: new Uint8Array(body) }),
		})
		if (answer.ok || answer.status === 404) return answer
		throw new StartProblem(
			`R2 answered ${answer.status} to ${method} ${url.pathname}: ${await answer.text()}`,
		)
	}
	return {
		put: async (name, bytes) => {
			const answer = await ask('PUT', name, new Uint8Array(bytes))
			if (!answer.ok) throw new StartProblem(`R2 has no bucket ${access.bucket}.`)
		},
		get: async (name) => {
			const { ok, body } = await ask('GET', name)
			return ok && body ? { body } : null
		},
		delete: (objects) => Promise.all(objects.map((name) => ask('DELETE', name))),
	}
}

type Signed = {
	method: string
	url: URL
	/** By their names in lower case. */
	headers: Readonly<Record<string, string>>
	body: Uint8Array
	access: Pick<R2Access, 'keyId' | 'secret'>
	region: string
	at: Instant
}

/** AWS Signature Version 4, in headers. */
export function signedR2Headers({
	method,
	url,
	headers,
	body,
	access,
	region,
	at,
}: Signed): Record<string, string> {
	const moment = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
	const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`
	const all: Record<string, string> = {
		...headers,
		host: url.host,
		'x-amz-content-sha256': sha256(body),
		'x-amz-date': moment,
	}
	const signed = Object.keys(all).sort()
	const canonical = [
		method,
		url.pathname,
		'',
		...signed.map((name) => `${name}:${all[name]}`),
		'',
		signed.join(';'),
		all['x-amz-content-sha256'],
	].join('\n')
	const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
	const key = scope
		.split('/')
		.reduce<string | Buffer>((made, part) => hmac(made, part).digest(), `AWS4${access.secret}`)
	const { host: _, ...sent } = all
	const signature = hmac(key, toSign).digest('hex')
	return {
		...sent,
		authorization: `AWS4-HMAC-SHA256 Credential=${access.keyId}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`,
	}
}

function sha256(content: string | Uint8Array): string {
	return createHash('sha256').update(content).digest('hex')
}

function hmac(key: string | Buffer, text: string) {
	return createHmac('sha256', key).update(text)
}
