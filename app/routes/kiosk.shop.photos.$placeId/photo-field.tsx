import { useEffect, useRef, useState } from 'react'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { Field, inputProps } from '#app/ui/form/fields.tsx'
import type { FieldState } from '#app/ui/form/form-state.ts'

const words = {
	none: '',
	working: 'Making the photo smaller…',
	ready: 'Ready to send.',
	unread: 'This phone cannot read that photo. Choose a JPEG.',
}

/**
 * With script the photo is redrawn before it is sent: small, and without the camera's metadata. Without script it is
 * sent as it is. Its fields come last in the form: the server cuts off a too long form at the end.
 */
export function PhotoField({ field }: { field: FieldState }) {
	const chosen = useRef<HTMLInputElement>(null)
	const thumbnail = useRef<HTMLInputElement>(null)
	const [state, setState] = useState<keyof typeof words>('none')

	async function shrink() {
		const input = chosen.current
		const file = input?.files?.[0]
		if (!input || !file) return setState('none')
		setState('working')
		const small = await shrinkPhoto(file)
		// Another file may have been chosen meanwhile.
		if (input.files?.[0] !== file) return
		if (small) {
			input.files = fileList(small.photo)
			if (thumbnail.current) thumbnail.current.files = fileList(small.thumbnail)
		}
		setState(small ? 'ready' : 'unread')
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: once, for a photo chosen before the script ran
	useEffect(() => {
		void shrink()
	}, [])

	return (
		<Field
			field={field}
			label="Photo"
			hint={
				<>
					<noscript>
						JPEG or WebP of at most 40 KB. A copy that was sent on WhatsApp is often small enough.
					</noscript>
					<span role="status">{words[state]}</span>
				</>
			}
		>
			<input
				ref={chosen}
				type="file"
				accept="image/*"
				required
				onChange={() => void shrink()}
				{...inputProps(field, true)}
				className="input"
			/>
			<input ref={thumbnail} type="file" name="thumbnail" hidden aria-hidden tabIndex={-1} />
		</Field>
	)
}

function fileList(file: File): FileList {
	const list = new DataTransfer()
	list.items.add(file)
	return list.files
}

type Drawn = { maxBytes: number; side: number }

const large: Drawn = { maxBytes: photoLimits.photo.maxBytes, side: photoLimits.drawnSide }
const small: Drawn = { maxBytes: photoLimits.thumbnail.maxBytes, side: photoLimits.drawnThumbnailSide }
const QUALITIES = [0.82, 0.7, 0.55, 0.4, 0.25]
/** If no quality makes the file small enough, the sides shrink by this factor. */
const SHORTER = 0.75
const MOST_TRIES = 5

/**
 * Redraws a photo upright and without the camera's metadata: at most 40 KB, its thumbnail 6 KB. Null if this browser
 * cannot read it.
 */
async function shrinkPhoto(file: Blob): Promise<{ photo: File; thumbnail: File } | null> {
	try {
		const picture = await createImageBitmap(file)
		const [photo, thumbnail] = [await drawn(picture, large), await drawn(picture, small)]
		picture.close()
		return photo && thumbnail && { photo: toFile(photo, 'photo'), thumbnail: toFile(thumbnail, 'thumbnail') }
	} catch {
		return null
	}
}

function toFile(blob: Blob, name: string): File {
	return new File([blob], `${name}.${blob.type.slice('image/'.length)}`, { type: blob.type })
}

async function drawn(picture: ImageBitmap, { maxBytes, side }: Drawn): Promise<Blob | null> {
	let scale = Math.min(1, side / Math.max(picture.width, picture.height))
	for (let tries = 0; tries < MOST_TRIES; tries++, scale *= SHORTER) {
		const canvas = document.createElement('canvas')
		canvas.width = Math.max(1, Math.round(picture.width * scale))
		canvas.height = Math.max(1, Math.round(picture.height * scale))
		const context = canvas.getContext('2d')
		if (!context) return null
		// JPEG would turn transparency into black.
		context.fillStyle = '#fff'
		context.fillRect(0, 0, canvas.width, canvas.height)
		context.drawImage(picture, 0, 0, canvas.width, canvas.height)
		for (const quality of QUALITIES) {
			const blob = await encoded(canvas, quality)
			if (blob && blob.size <= maxBytes) return blob
		}
	}
	return null
}

/** WebP; JPEG where the browser writes no WebP. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
	const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
	const webp = await as('image/webp')
	return webp?.type === 'image/webp' ? webp : as('image/jpeg')
}
