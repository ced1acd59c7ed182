import { askApi } from '#tests/support/shop-api.ts'
import { endOf } from './end-of.ts'
import type { KeyRace } from './key-race.ts'
import { playRaces } from './play-races.ts'

await playRaces<KeyRace>(
	({ acts }) =>
		() =>
			Promise.all(
				acts.map(({ target, ...request }) =>
					endOf(async () => {
						const { status, json, text } = await askApi(target, request)
						return { outcome: json.code ?? String(status), answer: json.code ? '' : text }
					}),
				),
			),
)
