import * as z from 'zod'
import { frameProblems } from '#app/api/api-problem.server.ts'
import type { ShopCall } from '#app/api/shop-call.server.ts'
import { shopCalls } from '#app/api/shop-calls.server.ts'
import { shopScopes } from '#app/kernel/vocabulary/shops.ts'
import { CHANGES_ADDRESS } from './api-changes.ts'
import { type Operation, toJsonSchema, withSharedShapes } from './shared-shapes.ts'

type Json = Record<string, unknown>

/** The API's OpenAPI 3.1 document, from the list that serves it. */
export function openapiDocument(): Json {
	const ofCalls: Record<string, Record<string, Operation>> = {}
	for (const call of shopCalls) {
		const path = ofCalls[call.path] ?? {}
		ofCalls[call.path] = { ...path, [call.method.toLowerCase()]: describeOperation(call) }
	}
	const { paths, schemas, responses, parameters } = withSharedShapes(ofCalls)
	return {
		openapi: '3.1.0',
		info: {
			title: 'Wakati for shops',
			version: '1',
			description:
				'For a shop’s own programs. Money is in kobo, date-times are ISO 8601, and dates and times of day are in the shop’s time zone.',
		},
		externalDocs: { description: 'What was added, and when', url: CHANGES_ADDRESS },
		servers: [{ url: '/api/v1' }],
		security: [{ key: [] }],
		paths,
		components: {
			securitySchemes: {
				key: {
					type: 'http',
					scheme: 'bearer',
					description: `The shop’s key. Scopes: ${shopScopes.join(', ')}`,
				},
			},
			schemas: { Problem: toJsonSchema(problem, 'output'), ...schemas },
			responses,
			parameters,
			headers: {
				'RateLimit-Limit': {
					schema: { type: 'integer' },
					description: 'Requests a key may make in a minute',
				},
				'RateLimit-Remaining': { schema: { type: 'integer' } },
				'RateLimit-Reset': {
					schema: { type: 'integer' },
					description: 'Seconds until the limit resets',
				},
			},
		},
	}
}

const problem = z.looseObject({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	detail: z.string(),
	code: z.string(),
	errors: z
		.array(z.object({ pointer: z.string().optional(), parameter: z.string().optional(), detail: z.string() }))
		.optional(),
})

function describeOperation(call: ShopCall): Operation & Json {
	const { method, path, scope, summary, query, body, answer, isCreated, contentType } = call
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
	return {
		operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
		summary,
		tags: [path.split('/')[1]],
		'x-scope': scope,
		parameters: [
			...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
			...(query ? queryParameters(query) : []),
			...(method === 'GET' ? [] : [idempotencyKey]),
		],
		...(body && {
			requestBody: { required: !body.safeParse({}).success, content: json(toJsonSchema(body, 'input')) },
		}),
		responses: {
			[isCreated ? '201' : '200']: {
				description: 'Done',
				headers: rateLimitHeaders,
				content: contentType
					? { [contentType]: { schema: { type: 'string' } } }
					: json(toJsonSchema(answer, 'output')),
			},
			...describeProblems(call),
		},
	}
}

const idempotencyKey = {
	name: 'Idempotency-Key',
	in: 'header',
	required: true,
	schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
}
const rateLimitHeaders = Object.fromEntries(
	['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [
		name,
		{ $ref: `#/components/headers/${name}` },
	]),
)
/** Refusals of changes, of bodies, and of addresses. */
const onlyOfChanges = ['idempotency_key_missing', 'idempotency_key_reused', 'answer_not_known', 'not_saved']
const ofBodies = ['not_json', 'body_too_large', 'malformed_json']
const ofAddresses = ['not_found', 'method_not_allowed']

function describeProblems({ method, query, body, refusals, given }: ShopCall): Operation['responses'] {
	const byStatus = new Map<number, string[]>()
	const add = (status: number, code: string) => byStatus.set(status, [...(byStatus.get(status) ?? []), code])
	for (const [code, [status]] of Object.entries(frameProblems)) {
		if (ofAddresses.includes(code)) continue
		if (method === 'GET' && [...onlyOfChanges, ...ofBodies].includes(code)) continue
		if (code === 'invalid_request' && !query && !body) continue
		add(status, code)
	}
	for (const [code, status] of Object.entries(refusals)) if (given?.includes(code) ?? true) add(status, code)
	return Object.fromEntries(
		[...byStatus].map(([status, codes]) => [
			String(status),
			{
				description: codes.join(', '),
				'x-codes': codes,
				content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
			},
		]),
	)
}

function queryParameters(query: z.ZodType): Json[] {
	const { properties = {}, required = [] } = toJsonSchema(query, 'input') as {
		properties?: Record<string, Json>
		required?: string[]
	}
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: 'query',
		required: required.includes(name),
		schema,
	}))
}

function json(schema: Json): Record<string, { schema: Json }> {
	return { 'application/json': { schema } }
}
