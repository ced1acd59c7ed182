/** Made on the first call, then kept. */
export function once<Value>(make: () => Value): () => Value {
	let made: { value: Value } | null = null
	return () => {
		made ??= { value: make() }
		return made.value
	}
}

/** Stands for an object that is made when a part of it is first read. */
export function onFirstUse<Made extends object>(make: () => Made): Made {
	const made = once(make)
	return new Proxy({} as Made, {
		get: (_, name) => Reflect.get(made(), name),
		set: (_, name, value) => Reflect.set(made(), name, value),
		has: (_, name) => Reflect.has(made(), name),
		ownKeys: () => Reflect.ownKeys(made()),
		getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made(), name),
	})
}
