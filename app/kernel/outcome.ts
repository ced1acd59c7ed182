/** A value, or a refusal with a code of its context. A refusal is expected; bugs throw. */
export type Outcome<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

export function accepted<Value>(value: Value): { ok: true; value: Value } {
	return { ok: true, value }
}

export function refused<Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } {
	return { ok: false, refusal }
}
