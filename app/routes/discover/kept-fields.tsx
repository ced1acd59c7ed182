import { type DiscoverChoice, discoverFields } from './discover-path.ts'

/** Hidden fields, so that a search keeps the chip and the place. */
export function KeptFields({ choice, except }: { choice: DiscoverChoice; except: readonly string[] }) {
	return discoverFields(choice)
		.filter(([name]) => !except.includes(name))
		.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
