/** A file beyond these is no photo of ours; the script of the owner's page keeps well within them. */
export const photoLimits = {
	/** One kibibyte is 1,024 bytes; words for people say 'KB'. */
	photo: { maxBytes: 40 * 1024, maxSide: 1_280, minSide: 64 },
	/** What lists show. */
	thumbnail: { maxBytes: 6 * 1024, maxSide: 400, minSide: 32 },
	/** The script draws a photo with sides of at most so many pixels. */
	drawnSide: 640,
	drawnThumbnailSide: 320,
	altLetters: 120,
	perService: 6,
	ofShop: 1,
} as const

export type PhotoFileLimits = { maxBytes: number; maxSide: number; minSide: number }
