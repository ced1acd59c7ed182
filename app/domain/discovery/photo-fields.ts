import type { DescribedFields } from '#app/kernel/described-field.ts'
import { catalogueLimits } from './catalogue.ts'
import type { PhotoFileRefusal } from './walked-file.ts'

/** The script of the owner's page keeps well within these. */
export const photoLimits = {
	/** 1,024 bytes are a kibibyte; people read 'KB'. */
	photo: { maxBytes: 40 * 1024, maxSide: 1_280, minSide: 64 },
	thumbnail: { maxBytes: 6 * 1024, maxSide: 400, minSide: 32 },
	/** The script draws at most this side, in pixels. */
	drawnSide: 640,
	drawnThumbnailSide: 320,
	altLetters: 120,
	perService: 6,
	ofShop: 1,
} as const

export type PhotoFileLimits = { maxBytes: number; maxSide: number; minSide: number }

export const photoFields = {
	alt: {
		...{ kind: 'line', label: 'What it shows', most: photoLimits.altLetters },
		missing: 'Say what the photo shows, such as Long knotless braids',
	},
	position: {
		...{ kind: 'count', label: 'Place in the list', ...catalogueLimits.position, emptyField: 0 },
		hint: 'The photo with the lowest number comes first.',
	},
} as const satisfies DescribedFields

/** Shown at the file's field. */
export const photoFileWords: Record<PhotoFileRefusal, string> = {
	photo_missing: 'Choose the photo',
	photo_too_heavy:
		'This photo is larger than 40 KB. Send it to yourself on WhatsApp and save that copy, or make it smaller in your gallery (Edit, Resize, 640 pixels), then choose it again.',
	photo_wrong_type:
		'This is not a JPEG or WebP photo. Take a screenshot of it, or save it as JPEG, then choose that.',
	photo_broken: 'This file is damaged or not complete. Save the photo again, then choose that.',
	photo_has_more:
		'This file holds more than one photo, such as a motion photo. Save a copy of the photo alone, then choose that.',
	photo_animated: 'This photo moves. Choose one that stands still.',
	photo_turned: 'This photo is stored on its side. Turn it in your gallery, save it, then choose it again.',
	photo_wrong_size:
		'Each side of a photo has to be 64 to 1,280 pixels long. Make it smaller or choose another.',
}
