import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { aboutShop, changedDetails } from '#app/domain/discovery/shop-details.ts'
import {
	detailsOfForm,
	detailsToType,
	readSeenDetails,
	shopDetailsFormSchema,
	typedDetails,
} from '#app/domain/discovery/shop-details-form.server.ts'
import { readBusiness } from '#app/flows/discovery/read-business.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { formState } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { openDatabase } from '#db/client.server.ts'
import { openapiDocument } from '#scripts/api/openapi-document.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'

/**
 * Follows one text of a shop through the house, from the operator's file over the database to each door, and prints
 * what it says there. Run in a copy of the tree to which the field was added: its name is known to no type here.
 */
const [name = '', imported = '', changed = ''] = process.argv.slice(2)
const now = Date.UTC(2026, 10, 23, 8)
const id = 'ade-hair-studio'
const of = (values: object | null) => (values as Record<string, unknown> | null)?.[name]

const folder = mkdtempSync(join(tmpdir(), 'field-arrives-'))
const database = await startScratchDatabase()
try {
	const file = join(folder, 'shop.csv')
	writeFileSync(
		file,
		[
			`kind,shop_id,name,type,categories,address,area,city,latitude,longitude,${name}`,
			`shop,${id},Adé,salon,Nails,1 Road,Yaba,Lagos,6.5,3.4,${imported}`,
		].join('\n'),
	)
	const surroundings = { env: { DATABASE_URL: database.url }, now, say: () => {}, note: console.error }
	const exitCode = await runOps(['shops', 'import', file, '--apply'], surroundings)
	const [shop] = await database.rows('SELECT * FROM shops')
	const shopId = String(shop?.id)

	const patience = { readTimeoutMs: 30_000, writeTimeoutMs: 30_000 }
	const repositories = createRepositories(openDatabase({ url: database.url, ...patience }))
	const { keyId: _, ...caller } = await addOwnCaller(repositories, shopId, now)
	const onPage = async () =>
		of((await readBusiness({ discovery: repositories.discovery, now }, shopId))?.business ?? null)
	const pageOfImport = await onPage()

	const seen = await repositories.discovery.details.own(caller)
	if (!seen) throw new Error('the shop has no details')
	const start = detailsToType(seen)
	const form = formState(null, start, fieldConstraints(shopDetailsFormSchema, typedDetails))
	const inputs = renderToStaticMarkup(createElement(DescribedInputs, { fields: aboutShop, form }))
	const posted = Object.fromEntries(Object.entries(start).filter(([, value]) => value !== ''))
	const wanted = detailsOfForm(
		shopDetailsFormSchema.parse({ act: 'AHv6xgSI3IZcnX39ZJMI9A', ...posted, [name]: ` ${changed} ` }),
	)
	const notice = changedDetails(seen, wanted)
	const asked = { shopId, fields: wanted, seen: readSeenDetails(JSON.stringify(seen)) ?? seen, now }
	const saved = await changeDetails(repositories, asked)
	const meanwhile = await changeDetails(repositories, { ...asked, fields: { ...wanted, [name]: 'Other' } })

	const { paths, components } = openapiDocument() as { paths: Record<string, unknown>; components: object }
	const says = (part: unknown) => JSON.stringify(part).includes(`"${name}"`)
	const answers = {
		...{ exitCode, stored: of(shop ?? null), pageOfImport, startOfForm: of(start) },
		...{ input: new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(inputs)?.[0] ?? null },
		...{ notice, saved, meanwhile, pageOfChange: await onPage() },
		// Answers share their shape.
		...{ answered: says(components), sent: says(paths['/shop']) },
	}
	process.stdout.write(JSON.stringify(answers))
} finally {
	await database.remove()
	rmSync(folder, { recursive: true })
}
process.exit(0)
