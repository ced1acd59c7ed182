import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import * as z from 'zod'

/** What zod says by itself, which is no sentence for people. */
const INTERNAL = /Invalid input|Invalid option|expected|received/

type Form = { name: string; schema: z.ZodType; shape: Record<string, z.ZodType> }

function formsIn(name: string, schema: unknown): Form[] {
	if (schema instanceof z.ZodObject) return [{ name, schema, shape: schema.shape }]
	if (schema instanceof z.ZodDiscriminatedUnion)
		return schema.options.flatMap((option) =>
			formsIn(name, option).map((form) => ({ ...form, schema: schema as z.ZodType })),
		)
	return []
}

async function allForms(): Promise<Form[]> {
	const forms: Form[] = []
	for (const file of readdirSync('app/domain', { recursive: true, encoding: 'utf8' })) {
		if (!/forms?\.server\.ts$/.test(file)) continue
		const module: Record<string, unknown> = await import(resolve(join('app/domain', file)))
		for (const [name, schema] of Object.entries(module)) forms.push(...formsIn(name, schema))
	}
	return forms
}

const forms = await allForms()

test('the forms are found', () => {
	expect(forms.length).toBeGreaterThan(40)
})

test.each(forms)(
	'$name: a field of spaces, or one that is missing, is answered in our own words',
	({ schema, shape }) => {
		for (const typed of ['  ', null]) {
			const sent = new FormData()
			for (const [field, of] of Object.entries(shape)) {
				if (of instanceof z.ZodLiteral) sent.append(field, String(of.value))
				else if (typed !== null) sent.append(field, typed)
			}
			const messages = Object.values(parseWithZod(sent, { schema }).reply().error ?? {}).flat()
			expect(messages.filter((message) => INTERNAL.test(message ?? ''))).toEqual([])
		}
	},
)
