import { createScheduleImportRepository } from '#app/domain/availability/schedule-import-repository.server.ts'
import { createShopImportRepository } from '#app/domain/discovery/shop-import-repository.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { judgeImport, writeImport } from '#app/flows/shop/import-shops.server.ts'
import type { ImportedShop, ShopValues, WeekDay } from '#app/flows/shop/imported-shop.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import { fileNameOf } from '../town-programs.ts'
import { keptPayments } from './kept-payments.ts'
import type { Setting, Story } from './story.ts'

/** The operator imports a shop's file again with changes, and gives payments back, whole or a part. */
export const operatorStory: Story = async (setting) => {
	const { me } = setting
	await me.wait(me.random.below(6 * HOUR_MS))
	if (me.random.chance(0.35)) await importFile(setting)
	await me.wait(me.random.below(6 * HOUR_MS))
	if (me.random.chance(0.35)) await giveBack(setting)
}

/** Sent again where it broke off: then there is nothing to write. */
async function importFile({ me, shop }: Setting): Promise<void> {
	const { random } = me
	const file = [fileOf(random, shop), ...(random.chance(0.3) ? [newShopOf(random, me.name)] : [])]
	const answers = await me.press('imports a file', async (deps, now) => {
		const own = {
			...deps,
			shopImports: createShopImportRepository(deps.read),
			scheduleImports: createScheduleImportRepository(deps.read),
		}
		const { plans, problems } = await judgeImport(own, file, { now })
		return { problems, ...(problems.length === 0 ? await writeImport(own, plans, { now }) : {}) }
	})
	for (const { problems } of answers)
		me.expect(problems.length === 0, `a good file has ${problems[0]?.words}`)
}

/** What the operator's sheet says of a shop of the town: some of its columns, with other values than before. */
function fileOf(random: PseudoRandom, { id, addOns, ...shop }: Setting['shop']): ImportedShop {
	const place = 'row 2'
	// What the owner has added since is not in the sheet.
	const [staff, services] = [shop.staff, shop.services].map((ids) => ids.filter((one) => one.startsWith(id)))
	const part = <Values>(of: string, values: Values) => ({ place, externalId: fileNameOf(of), values })
	const values: Partial<ShopValues> = random.pick([
		{ minimumNoticeMinutes: random.pick([0, 30, 120]) },
		{ depositKind: 'percent', depositValue: random.pick([20, 50, 100]) },
		{ depositKind: 'none', depositValue: 0 },
		{ rescheduleCutoffMinutes: random.pick([0, 60, 120]) },
		{},
	])
	return {
		externalId: fileNameOf(id),
		place,
		shop: {
			...part(id, values),
			...(random.chance(0.4) && { week: weekOf(random.pick([480, 540]), random.pick([1_080, 1_200])) }),
			...(random.chance(0.2) && {
				bankAccount: {
					bankName: 'GTBank',
					accountNumber: String(1_000_000_000 + random.below(1_000_000)),
					accountName: 'Shop',
				},
			}),
		},
		services: (services ?? [])
			.filter(() => random.chance(0.4))
			.map((one) =>
				part(one, {
					priceKobo: 200_000 + random.below(800_000),
					durationMinutes: random.pick([30, 45, 60]),
					isEnabled: true,
				}),
			),
		addOns: addOns
			.filter(() => random.chance(0.3))
			.map((one) => part(one, { priceKobo: random.below(200_000), isEnabled: true })),
		staff: (staff ?? [])
			.filter(() => random.chance(0.4))
			.map((one) => ({
				...part(one, { isActive: true }),
				serviceIds: 'all' as const,
				...(random.chance(0.5) && { week: weekOf(540, 1_080, random.chance(0.5)) }),
			})),
	}
}

/** A shop that no customer of the town visits. */
function newShopOf(random: PseudoRandom, name: string): ImportedShop {
	const place = 'row 3'
	const externalId = `new-${random.below(3)}`
	const part = <Values>(of: string, values: Values) => ({ place, externalId: of, values })
	return {
		externalId,
		place,
		shop: {
			...part<Partial<ShopValues>>(externalId, {
				name: `New of ${name}`,
				type: 'spa',
				address: '2 Allen Avenue',
				area: 'Ikeja',
				city: 'Lagos',
				latitude: 6.6,
				longitude: 3.35,
			}),
			categoryIds: ['nails'],
			week: weekOf(540, 1_080),
		},
		services: [part('gel', { name: 'Gel', durationMinutes: 30, priceKobo: 100_000 + random.below(100_000) })],
		addOns: [],
		staff: [{ ...part('ngozi', { firstName: 'Ngozi' }), week: 'shop' as const }],
	}
}

function weekOf(startMinute: number, endMinute: number, hasBreak = false): WeekDay[] {
	return [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
		dayOfWeek,
		startMinute,
		endMinute,
		breakStartMinute: hasBreak ? 780 : null,
		breakEndMinute: hasBreak ? 840 : null,
	}))
}

/** By the program, or on Paystack's own page. */
async function giveBack({ me, world, shop }: Setting): Promise<void> {
	const payments = await keptPayments(world, shop)
	if (payments.length === 0) return
	const { reference: givenReference, amountKobo } = me.random.pick(payments)
	if (me.random.chance(0.3)) return world.paystack.giveBack(givenReference)
	if (me.random.chance(0.3)) return world.paystack.giveBack(givenReference, Math.ceil(amountKobo / 3))
	await me.press('refunds, as the operator', (deps, now) => refundByOperator(deps, { givenReference, now }))
}
