import type { SourceFile } from './source-file.ts'

const guards = ['requireKiosk', 'requireKey', 'requireOwnerKey', 'readKioskLink', 'authorize']
const readers = ['readForm', 'readBody']

/** Posts of the shop's side that are read before it is known who sends them: a locked kiosk's form is not looked at. */
export function formsReadBeforeGuard(files: SourceFile[]): string[] {
	return files
		.filter(({ path }) => path.startsWith('app/routes/kiosk.') || path.startsWith('app/api/'))
		.flatMap(({ path, functions }) =>
			functions.flatMap(({ name, asks }) => {
				const read = asks.findIndex((call) => readers.includes(call))
				const isGuarded = asks.slice(0, read).some((call) => guards.includes(call))
				return read < 0 || isGuarded ? [] : [`${path}: ${name} calls ${asks[read]} without a guard before it`]
			}),
		)
}
