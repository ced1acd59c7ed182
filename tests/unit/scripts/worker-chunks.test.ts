import { expect, test } from 'vitest'
import { chunkFileName, workerChunks } from '#scripts/local/worker-build.ts'

const imports: Record<string, string[]> = {
	'/x/app/entry.worker.ts': ['/x/app/http/csrf.ts'],
	'/x/app/root.tsx': ['/x/app/ui/page.tsx'],
	'/x/app/routes/$.tsx': [],
	'/x/app/routes/kiosk.open.tsx': ['/x/app/ui/page.tsx', '/x/app/ui/kiosk/pin.tsx'],
	'/x/app/repositories.server.ts': ['/x/db/client.server.ts', '/x/app/http/csrf.ts'],
	'/x/db/client.server.ts': ['/x/app/repositories.server.ts'],
	'/x/app/http/csrf.ts': [],
	'/x/app/ui/page.tsx': [],
	'/x/app/ui/kiosk/pin.tsx': [],
}
const chunkOf = workerChunks()
const found = (id: string) =>
	chunkOf(id, {
		getModuleIds: () => Object.keys(imports),
		getModuleInfo: (one) => ({ importedIds: imports[one] ?? [], isEntry: one.endsWith('entry.worker.ts') }),
	})

test.each([
	['/x/app/entry.worker.ts', undefined],
	['/x/app/root.tsx', 'start'],
	['/x/app/routes/$.tsx', 'start'],
	['/x/app/ui/page.tsx', 'start'],
	['/x/app/http/csrf.ts', 'start'],
	['/x/app/repositories.server.ts', 'repositories'],
	['/x/db/client.server.ts', 'repositories'],
	['/x/app/routes/kiosk.open.tsx', undefined],
	['/x/app/ui/kiosk/pin.tsx', undefined],
])('%s is in the chunk %s', (id, chunk) => expect(found(id)).toBe(chunk))

test('a chunk is named after its route', () => {
	const nameOf = (name: string, ...moduleIds: string[]) => chunkFileName({ name, moduleIds })
	expect(nameOf('route', '/x/app/ui/slot.tsx', '/x/app/routes/business.$shopId/route.tsx')).toBe(
		'chunks/business-shopId.js',
	)
	expect(nameOf('kiosk.open', '/x/app/routes/kiosk.open.tsx')).toBe('chunks/kiosk-open.js')
	expect(nameOf('start', '/x/app/root.tsx')).toBe('chunks/start.js')
})
