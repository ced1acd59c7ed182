export type BareWorker = {
	/** Files beside the config, the main one first. */
	modules: string[]
	compatibilityDate: string
	compatibilityFlags: string[]
	/** The classes of its Durable Objects, by their bindings. */
	durableObjects: Record<string, string>
}

type BareConfig = BareWorker & { settings: Record<string, string>; v8Flags: string[]; port: number }

/** The config of a workerd that serves one Worker and nothing else. */
export function bareConfig({
	modules,
	settings,
	v8Flags,
	port,
	durableObjects,
	...compatibility
}: BareConfig): string {
	const embedded = modules.map((name) => `(name = ${quoted(name)}, esModule = embed ${quoted(name)})`)
	const bindings = [
		...Object.entries(settings).map(([name, text]) => `(name = ${quoted(name)}, text = ${quoted(text)})`),
		...Object.entries(durableObjects).map(
			([name, className]) => `(name = ${quoted(name)}, durableObjectNamespace = ${quoted(className)})`,
		),
	]
	const namespaces = Object.values(durableObjects).map(
		(className) => `(className = ${quoted(className)}, uniqueKey = ${quoted(className)})`,
	)
	return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [
		(name = "main", worker = .worker),
		# Without this name workerd reaches public addresses only, and the database is on this machine.
		(name = "internet", network = (allow = ["public", "private", "local"])),
	],
	sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
	v8Flags = [${v8Flags.map(quoted).join(', ')}],
);
const worker :Workerd.Worker = (
	modules = [${embedded.join(', ')}],
	bindings = [${bindings.join(', ')}],
	compatibilityDate = ${quoted(compatibility.compatibilityDate)},
	compatibilityFlags = [${compatibility.compatibilityFlags.map(quoted).join(', ')}],
	durableObjectNamespaces = [${namespaces.join(', ')}],
	durableObjectStorage = (inMemory = void),
);
`
}

/** JSON escapes as Cap'n Proto's text does. */
function quoted(text: string): string {
	return JSON.stringify(text)
}
