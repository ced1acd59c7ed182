import * as z from 'zod'
import type { FieldConstraint, FieldConstraints } from '#app/kernel/typed-fields.ts'

/**
 * Native constraints, read once from the schema. `input` may be a stricter schema than every post needs, such as a
 * guest's. conform's `getZodConstraint` finds no lengths in zod 4.6 (decision 028).
 */
export function fieldConstraints<Shape extends Record<string, z.ZodType>>(
	{ shape }: z.ZodObject<Shape>,
	names: readonly (keyof Shape & string)[],
	input?: z.ZodObject<Record<string, z.ZodType>>,
): FieldConstraints {
	return Object.fromEntries(
		names.map((name) => [name, { ...readConstraint(shape[name]), ...readConstraint(input?.shape[name]) }]),
	)
}

function readConstraint(schema: z.ZodType | undefined): FieldConstraint {
	if (schema === undefined) return {}
	// An empty field reads as a missing one.
	const isRequired = !schema.safeParse(undefined).success
	return { ...(isRequired ? { required: true } : {}), ...readLengths(schema) }
}

/** Holds for the typed text and for the trimmed one, which is never longer. */
function readLengths(schema: unknown): Omit<FieldConstraint, 'required'> {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return readLengths(schema.unwrap())
	if (schema instanceof z.ZodPipe) return { ...readLengths(schema.in), ...readLengths(schema.out) }
	if (!(schema instanceof z.ZodString)) return {}
	const { minLength, maxLength } = schema
	return {
		// `required` already means one letter.
		...(minLength === null || minLength <= 1 ? {} : { minLength }),
		...(maxLength === null ? {} : { maxLength }),
	}
}
