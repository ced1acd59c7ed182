import { useEffect, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import type { FieldState } from '#app/ui/form/form-state.ts'
import { shrinkPhoto } from './shrink-photo.ts'

const words = {
	none: '',
	working: 'Making the photo smaller…',
	ready: 'Ready to send.',
	unread: 'This phone cannot read that photo. Choose a JPEG.',
}

/**
 * With script the photo is redrawn before it is sent: small, and without the camera's metadata. Without script it is
 * sent as it is. These fields come last in their form: a form that is too long loses its end.
 */
export function PhotoField({ field }: { field: FieldState }) {
	const { name, error } = field
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
			input.files = listOf(small.photo)
			if (thumbnail.current) thumbnail.current.files = listOf(small.thumbnail)
		}
		setState(small ? 'ready' : 'unread')
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before the script had come, once
	useEffect(() => {
		void shrink()
	}, [])

	return (
		<div className="field">
			<label className="label" htmlFor={name}>
				Photo
			</label>
			<p className="hint" id={`${name}-hint`}>
				<noscript>
					JPEG or WebP of at most 40 KB. A copy that was sent on WhatsApp is often small enough.
				</noscript>
				<span role="status">{words[state]}</span>
			</p>
			{error && (
				<p className="problem" id={`${name}-error`}>
					{error}
				</p>
			)}
			<input
				ref={chosen}
				type="file"
				accept="image/*"
				required
				id={name}
				name={name}
				onChange={() => void shrink()}
				aria-describedby={classNames(`${name}-hint`, error ? `${name}-error` : null)}
				aria-invalid={error ? true : undefined}
				className="input"
			/>
			<input ref={thumbnail} type="file" name="thumbnail" hidden aria-hidden tabIndex={-1} />
		</div>
	)
}

function listOf(file: File): FileList {
	const list = new DataTransfer()
	list.items.add(file)
	return list.files
}
