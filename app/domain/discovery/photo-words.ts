import type { PhotoFileRefusal } from './walked-file.ts'

/** Why a file is not taken, and what to do: said at its field. */
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
