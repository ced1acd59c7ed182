import { changeAddOn, changeService } from '#app/flows/shop/change-catalogue.server.ts'
import { changeHours } from '#app/flows/shop/change-hours.server.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { endOf } from './end-of.ts'
import type { OwnerAct, OwnerRace } from './owner-race.ts'
import { playRaces } from './play-races.ts'
import type { RaceResult } from './race-plan.ts'

await playRaces<OwnerRace>(
	({ databaseUrl, acts }) =>
		() =>
			Promise.all(acts.map((act) => endOf(() => sent(databaseUrl, act)))),
)

async function sent(databaseUrl: string, act: OwnerAct): Promise<RaceResult> {
	const deps = bookingDeps(databaseUrl)
	const change = act.kind === 'hours' ? changeHours : act.kind === 'service' ? changeService : changeAddOn
	const outcome = await change(deps, act as never)
	const refusal = outcome.ok ? 'saved' : outcome.refusal
	return { outcome: typeof refusal === 'string' ? refusal : 'live_appointments_met', answer: '' }
}
