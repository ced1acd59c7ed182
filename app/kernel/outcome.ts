/**
 * The answer of an operation: a value, or a refusal with a code of its context.
 * A refusal is an expected no, never a bug; bugs throw.
 */
export type Outcome<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

/** The outcome of an operation that succeeded. */
export function accepted<Value>(value: Value): { ok: true; value: Value } {
	return { ok: true, value }
}

/** The outcome of an operation that a rule refused. */
export function refused<Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } {
	return { ok: false, refusal }
}
