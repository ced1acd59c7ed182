/** Values under their keys, in the order in which the keys were first met. */
export function groupBy<Value, Key>(
	values: readonly Value[],
	keyFor: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>()
	for (const value of values) {
		const key = keyFor(value)
		const group = groups.get(key)
		if (group) group.push(value)
		else groups.set(key, [value])
	}
	return groups
}
