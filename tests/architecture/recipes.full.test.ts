import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { changedFiles, copyWithRecipe } from './copy-of-tree.ts'

/** Runs a program of the project in a copy of it; a failure's message has its output. */
function run(root: string, program: string, ...args: string[]): void {
	try {
		execFileSync(join(root, 'node_modules/.bin', program), args, {
			cwd: root,
			encoding: 'utf8',
			// The copy's databases have columns that this run's templates lack.
			env: { ...process.env, TEST_TEMPLATES: undefined },
			stdio: 'pipe',
		})
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
		throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)
	}
}

describe('a first change: where to park at a shop', () => {
	const root = copyWithRecipe('parking', {
		'db/schema/discovery.ts': [
			{ after: "		landmark: text('landmark'),\n", add: "		parking: text('parking'),\n" },
		],
		'app/domain/discovery/shop-details.ts': [
			{
				after: "		hint: 'Such as: Opposite the Total filling station.',\n	},\n",
				add: "	parking: { kind: 'lineOrNone', label: 'Parking', most: 120, column: 'parking' },\n",
			},
		],
		'app/routes/business.$shopId/business-detail.tsx': [
			{
				after: `						{business.landmark}
					</>
				)}
`,
				add: `				{business.parking && (
					<>
						<br />
						{business.parking}
					</>
				)}
`,
			},
		],
		'db/seed/shops/lagos.json': [
			{
				after: '"landmark": "Opposite the Total filling station",\n',
				add: '			"parking": "Behind the shop",\n',
			},
		],
	})
	run(root, 'drizzle-kit', 'generate', '--name', 'shop_parking')
	afterAll(() => rmSync(root, { recursive: true }))

	test('is four files by hand, and a generated migration', () => {
		expect(changedFiles(root).filter((path) => !path.startsWith('migrations/'))).toEqual([
			'app/domain/discovery/shop-details.ts',
			'app/routes/business.$shopId/business-detail.tsx',
			'db/schema/discovery.ts',
			'db/seed/shops/lagos.json',
		])
	})

	test('arrives on the page, in the owner’s form, the API, the import and the notice of a change', () => {
		run(root, 'vitest', 'run', '--project', 'integration', 'tests/integration/shops/parking.test.ts')
	})
})

describe('a field of an add-on: its aftercare', () => {
	const root = copyWithRecipe('aftercare', {
		'db/schema/discovery.ts': [
			{
				after: "export const addOns = sqliteTable(\n	'add_ons',\n	{\n",
				add: "		aftercare: text('aftercare').notNull().default(''),\n",
			},
		],
		'app/domain/discovery/catalogue.ts': [
			{
				after: "	isEnabled: { ...isEnabled, formLabel: 'Customers can add it' },\n",
				add: "	aftercare: { kind: 'text', label: 'Aftercare', most: 300, rows: 2, column: 'aftercare' },\n",
			},
		],
	})
	run(root, 'drizzle-kit', 'generate', '--name', 'aftercare')
	afterAll(() => rmSync(root, { recursive: true }))

	test('is two files by hand, and a generated migration', () => {
		expect(changedFiles(root).filter((path) => !path.startsWith('migrations/'))).toEqual([
			'app/domain/discovery/catalogue.ts',
			'db/schema/discovery.ts',
		])
	})

	test('arrives in the owner’s form, the API, the import and the notice of a change', () => {
		run(root, 'vitest', 'run', '--project', 'integration', 'tests/integration/shops/aftercare.test.ts')
	})
})

describe('a further text that a customer tells with a booking', () => {
	const root = copyWithRecipe('allergies', {
		'app/kernel/booking-notes.ts': [
			{
				after: `shownAs: { customer: 'Your note', desk: 'Customer’s note' },\n\t},\n`,
				add: `	allergies: {
		column: 'allergies',
		name: 'What you wrote about allergies',
		mostLetters: 200,
		field: { label: 'Allergies (optional)', hint: 'Latex, a hair dye, an oil.', rows: 2 },
		exportedAs: 'allergies',
		shownAs: { customer: 'Your allergies', desk: 'Allergies' },
	},
`,
			},
		],
	})
	run(root, 'drizzle-kit', 'generate', '--name', 'allergies')
	afterAll(() => rmSync(root, { recursive: true }))

	test('is one entry and a generated migration', () => {
		const byHand = changedFiles(root).filter((path) => !path.startsWith('migrations/'))
		expect(byHand).toEqual(['app/kernel/booking-notes.ts'])
	})

	test('arrives at the desk, in the API and the export, and is erased', () => {
		run(root, 'vitest', 'run', '--project', 'integration', 'tests/integration/booking/allergies.test.ts')
	})
})

describe('a further channel of messages: texts to a phone', () => {
	const root = copyWithRecipe('sms', {
		'app/flows/lists/channels.server.ts': [
			{
				after: "import { pushChannel } from '#app/flows/messages/push-channel.server.ts'\n",
				add: "import { smsChannel } from '#app/flows/messages/sms-channel.server.ts'\n",
			},
			{ after: '\tpushChannel,\n', add: '\tsmsChannel,\n' },
		],
	})
	afterAll(() => rmSync(root, { recursive: true }))

	test('is one new file, and one line of the list with its import', () => {
		expect(changedFiles(root)).toEqual([
			'app/flows/lists/channels.server.ts',
			'app/flows/messages/sms-channel.server.ts',
		])
	})

	test('is asked where no device shows a message, and before mail', () => {
		run(root, 'vitest', 'run', '--project', 'integration', 'tests/integration/messaging/sms.test.ts')
	})
})
