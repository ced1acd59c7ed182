import { useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LETTERS } from '#app/domain/discovery/search-words.ts'
import type { BusinessList } from '#app/flows/discovery/list-businesses.server.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldKinds } from '#app/ui/form/field-kinds.ts'
import { Icon } from '#app/ui/icon.tsx'
import { ChoiceForm, KeptFields } from './choice-form.tsx'
import { type DiscoverChoice, discoverPath } from './discover-path.ts'

interface PlaceFormProps {
	choice: DiscoverChoice
	origin: BusinessList['origin']
}

/**
 * The customer's place: typed, or from the phone once the menu is open. Only then the list has distances, the nearest
 * first (D12).
 */
export function PlaceForm({ choice, origin }: PlaceFormProps) {
	const isUnknown = origin.kind === 'unknown'
	const form = (
		<ChoiceForm className="grid gap-3">
			<KeptFields choice={choice} except={['near', 'lat', 'lng', 'sort']} />
			<div className="field">
				<label htmlFor="near">Where are you?</label>
				{isUnknown && (
					<p className="problem" id="near-error">
						We don’t have any shops in ‘{choice.near}’ yet. Try an area such as Yaba, or a city.
					</p>
				)}
				<input
					className="input"
					id="near"
					name="near"
					placeholder="Area or city, such as Yaba"
					defaultValue={choice.near}
					maxLength={MAX_SEARCH_LETTERS}
					{...fieldKinds.place}
					aria-invalid={isUnknown || undefined}
					aria-describedby={isUnknown ? 'near-error' : undefined}
				/>
			</div>
			<LocateButton choice={choice} asksWhenOpened={origin.kind === 'none'}>
				<Button type="submit" size="small" variant="quiet">
					Show
				</Button>
			</LocateButton>
		</ChoiceForm>
	)
	// Unknown place: the form stays open, with its problem.
	if (isUnknown) return form
	return (
		// Opening it starts the script: the phone's location needs it.
		<details className="menu" name="menu" key={placeSummary(origin)} data-needs-script>
			<summary className="chip" aria-current={origin.kind === 'none' ? undefined : 'true'}>
				<Icon name="pin" size={18} />
				{placeSummary(origin)}
			</summary>
			{form}
		</details>
	)
}

function placeSummary(origin: BusinessList['origin']): string {
	if (origin.kind === 'place') return `Near ${origin.name}`
	return origin.kind === 'position' ? 'Near you' : 'Near me'
}

const PATIENCE_MS = 10_000

interface LocateButtonProps {
	choice: DiscoverChoice
	/** Asks without a further tap once 'Near me' was opened. */
	asksWhenOpened: boolean
	children: ReactNode
}

/** Asks for the phone's location after a tap, never before; absent where unsupported. */
function LocateButton({ choice, asksWhenOpened, children }: LocateButtonProps) {
	const navigate = useNavigate()
	const place = useRef<HTMLSpanElement>(null)
	const [state, setState] = useState<'absent' | 'ready' | 'asking' | 'refused'>('absent')
	const locateNow = useRef(locate)
	locateNow.current = locate

	useEffect(() => {
		if (!('geolocation' in navigator)) return
		setState('ready')
		const details = place.current?.closest('details')
		if (!details || !asksWhenOpened) return
		const ask = () => details.open && locateNow.current()
		// The menu may have been opened before the script ran.
		ask()
		details.addEventListener('toggle', ask)
		return () => details.removeEventListener('toggle', ask)
	}, [asksWhenOpened])

	function locate() {
		setState('asking')
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				const position = { latitude: coarse(coords.latitude), longitude: coarse(coords.longitude) }
				setState('ready')
				navigate(discoverPath({ ...choice, near: '', position, sort: null }))
			},
			() => setState('refused'),
			{ maximumAge: 300_000, timeout: PATIENCE_MS },
		)
	}

	return (
		<>
			<div className="row">
				{children}
				{state !== 'absent' && (
					<Button size="small" variant="quiet" onClick={locate} busy={state === 'asking'}>
						Use my location
					</Button>
				)}
			</div>
			<span role="status" className="soft" ref={place}>
				{state === 'refused' && 'We couldn’t get your location. Type an area instead.'}
			</span>
		</>
	)
}

/** Rounds to about a hundred metres: enough for a distance, and no more about a person than needed. */
function coarse(degrees: number): number {
	return Math.round(degrees * 1_000) / 1_000
}
