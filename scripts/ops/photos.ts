import { photoReportWords } from '#app/domain/discovery/photo-report-words.ts'
import { decidePhoto } from '#app/flows/discovery/shop-photos.server.ts'
import { operatorAct } from './operator-act.ts'
import { type OpsCommand, refusedResult, success } from './ops-command.ts'
import { NO_ANSWER, opsRepositories } from './ops-environment.ts'

/** More are shown when these are decided. */
const MAX_LISTED = 50
const database = 'Reads DATABASE_URL and DATABASE_AUTH_TOKEN.'

export const photosReported: OpsCommand = {
	name: 'photos reported',
	summary: 'lists reported photos, the longest waiting first',
	places: [],
	about: `Each is listed with its id; its address is /photos/<id>. Use the id to hide or keep it. ${database}`,
	async run({ env }) {
		const found = await opsRepositories(env).discovery.photos.listReportedPhotos(MAX_LISTED)
		return {
			isWell: found.length === 0,
			lines: [
				found.length === 0 ? 'No photos to check.' : `${found.length} to check:`,
				...found.map(
					({ photoId, place, alt, reasons }) =>
						`${photoId}, ${place}: "${alt}" (${[...new Set(reasons)].map((reason) => photoReportWords[reason]).join('; ')}; ${reasons.length} in all)`,
				),
			],
			data: { photos: found },
		}
	},
}

export const photosHide = decision({
	name: 'photos hide',
	summary: 'hides a photo: no page shows it, and within an hour no cache',
	isHidden: true,
	kind: 'photo_hidden',
	done: 'is hidden',
	already: 'was already hidden',
})

export const photosKeep = decision({
	name: 'photos keep',
	summary: 'keeps a reported photo, or shows a hidden one again',
	isHidden: false,
	kind: 'photo_kept',
	done: 'is shown again',
	already: 'stands',
})

function decision({
	name,
	summary,
	isHidden,
	kind,
	done,
	already,
}: {
	name: string
	summary: string
	isHidden: boolean
	kind: 'photo_hidden' | 'photo_kept'
	done: string
	already: string
}): OpsCommand {
	return {
		name,
		summary,
		places: ['photo'],
		about: `Takes the photo’s id, the last part of its address. Settles its reports. Safe to run twice. ${database}`,
		async run({ places: [photoId = ''], env, now }) {
			const deps = opsRepositories(env)
			const decided = await decidePhoto(deps, {
				photoId,
				isHidden,
				actOf: ({ shopId, alt }) =>
					operatorAct(deps, { shopId, kind, subjectId: photoId, summary: alt, now }),
				now,
			})
			if (!decided.ok) {
				const { refusal } = decided
				const line = refusal === 'photo_not_found' ? `There is no photo ${photoId}.` : NO_ANSWER
				return refusedResult(refusal, line)
			}
			const { changed, settled } = decided.value
			return success({ changed, settled }, [
				`The photo ${photoId} ${changed ? done : already}. Reports settled: ${settled}.`,
			])
		},
	}
}
