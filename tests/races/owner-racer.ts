import { writeCustomerNote } from '#app/flows/booking/customer-card.server.ts'
import { changeAddOn, changeService, changeStaff } from '#app/flows/shop/change-catalogue.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { changeHours, changeSchedule } from '#app/flows/shop/change-hours.server.ts'
import { changePromo } from '#app/flows/shop/change-promotions.server.ts'
import { changePlan } from '#app/flows/subscriptions/change-plans.server.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { endOf } from './end-of.ts'
import type { OwnerAct, OwnerRace } from './owner-race.ts'
import { playRaces } from './play-races.ts'
import type { RaceResult } from './race-plan.ts'

const changes = {
	service: changeService,
	'add-on': changeAddOn,
	hours: changeHours,
	person: changeStaff,
	schedule: changeSchedule,
	promo: changePromo,
	plan: changePlan,
	details: changeDetails,
	note: writeCustomerNote,
} satisfies Record<OwnerAct['kind'], unknown>

await playRaces<OwnerRace>(
	({ databaseUrl, acts }) =>
		() =>
			Promise.all(acts.map((act) => endOf(() => sent(databaseUrl, act)))),
)

async function sent(databaseUrl: string, act: OwnerAct): Promise<RaceResult> {
	const deps = bookingDeps(databaseUrl)
	const outcome = await changes[act.kind](deps, act as never)
	const refusal = outcome.ok ? 'saved' : outcome.refusal
	return { outcome: typeof refusal === 'string' ? refusal : 'live_appointments_met', answer: '' }
}
