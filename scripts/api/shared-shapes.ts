import * as z from 'zod'
import { answeredInstant, apiIdField } from '#app/api/api-fields.server.ts'

type Json = Record<string, unknown>
export type Operation = {
	parameters: Json[]
	responses: Record<
		string,
		Json & { 'x-codes'?: readonly string[]; content: Record<string, { schema: Json }> }
	>
}

/** Each shape, and a call that answers with one or with a list. */
const shapes: readonly (readonly [name: string, path: string, isListed?: 'items'])[] = [
	['Appointment', '/appointments/{reference}'],
	['ListedAppointment', '/appointments', 'items'],
	['Customer', '/customers/{id}'],
	['BlockedTime', '/blocked-times', 'items'],
	['Shop', '/shop'],
	['Service', '/services/{id}'],
	['AddOn', '/add-ons/{id}'],
	['StaffMember', '/staff/{id}'],
	['PromoCode', '/promo-codes/{id}'],
	['Milestone', '/programs/{id}/milestones', 'items'],
	['Program', '/programs/{id}'],
	['Plan', '/plans/{id}'],
	['Session', '/sessions', 'items'],
	['Review', '/reviews', 'items'],
	['Webhook', '/webhooks', 'items'],
	['Delivery', '/deliveries', 'items'],
	['Hours', '/hours'],
	['Schedule', '/staff/{id}/schedule'],
	['ClosedDay', '/closed-days', 'items'],
	['DayOff', '/staff/{id}/days-off', 'items'],
]

/** Values in most shapes. */
const values = { Instant: answeredInstant, Date: z.iso.date(), Id: apiIdField }

/**
 * Replaces repeated shapes, parameters and refusals by references: programs made from the document then have one type
 * for each.
 */
export function withSharedShapes(paths: Record<string, Record<string, Operation>>) {
	const nameOf = new Map<string, string>()
	const schemas: Record<string, unknown> = {}
	const referring = (value: unknown): unknown =>
		JSON.parse(JSON.stringify(value), (_, one) => {
			const name = isObject(one) ? nameOf.get(JSON.stringify(one)) : undefined
			return name === undefined ? one : { $ref: `#/components/schemas/${name}` }
		})
	// Small shapes first: larger ones are compared with the references in them.
	const define = (name: string, schema: unknown) => {
		schemas[name] = referring(schema)
		nameOf.set(JSON.stringify(schemas[name]), name)
	}
	for (const [name, schema] of Object.entries(values)) define(name, toJsonSchema(schema, 'output'))
	for (const [name, path, isListed] of shapes) define(name, shapeAt(paths, path, isListed))

	const { responses, named: withResponses } = withSharedResponses(paths)
	const { parameters, named } = withSharedParameters(withResponses)
	return { paths: referring(named), schemas, responses, parameters }
}

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
	return rest
}

function shapeAt(paths: Record<string, Record<string, Operation>>, path: string, isListed?: 'items'): Json {
	const schema = paths[path]?.get?.responses['200']?.content['application/json']?.schema
	const shape = isListed ? read(read(read(schema, 'properties'), 'items'), 'items') : schema
	if (!isObject(shape)) throw new Error(`GET ${path} answers with no such shape`)
	return shape
}

/** Refusals by their codes: 'BusyOrNotSaved'. */
function withSharedResponses(paths: Record<string, Record<string, Operation>>) {
	const count = new Map<string, number>()
	const nameOf = ({ 'x-codes': codes }: Operation['responses'][string]) =>
		codes && codes.length <= 4 ? codes.map(inPascalCase).join('Or') : null
	for (const { responses } of listOperations(paths))
		for (const response of Object.values(responses)) {
			const name = nameOf(response)
			if (name !== null) count.set(name, (count.get(name) ?? 0) + 1)
		}
	const shared: Record<string, unknown> = {}
	const named = mapOperations(paths, (operation) => ({
		...operation,
		responses: Object.fromEntries(
			Object.entries(operation.responses).map(([status, response]) => {
				const name = nameOf(response)
				if (name === null || (count.get(name) ?? 0) < 2) return [status, response]
				shared[name] = response
				return [status, { $ref: `#/components/responses/${name}` }]
			}),
		),
	}))
	return { responses: shared, named }
}

const sharedParameters: Record<string, string> = {
	'Idempotency-Key': 'IdempotencyKey',
	limit: 'Limit',
	cursor: 'Cursor',
}

function withSharedParameters(paths: Record<string, Record<string, Json & { parameters: Json[] }>>) {
	const shared: Record<string, unknown> = {}
	const named = mapOperations(paths, (operation) => ({
		...operation,
		parameters: operation.parameters.map((parameter) => {
			const name = sharedParameters[String(parameter.name)]
			if (name === undefined) return parameter
			shared[name] = parameter
			return { $ref: `#/components/parameters/${name}` }
		}),
	}))
	return { parameters: shared, named }
}

function listOperations<One>(paths: Record<string, Record<string, One>>): One[] {
	return Object.values(paths).flatMap((methods) => Object.values(methods))
}

function mapOperations<One, Other>(
	paths: Record<string, Record<string, One>>,
	map: (operation: One) => Other,
): Record<string, Record<string, Other>> {
	return Object.fromEntries(
		Object.entries(paths).map(([path, methods]) => [
			path,
			Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, map(one)])),
		]),
	)
}

function inPascalCase(code: string): string {
	return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function read(value: unknown, name: string): unknown {
	return isObject(value) ? value[name] : undefined
}

function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
