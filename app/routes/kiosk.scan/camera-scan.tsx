import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const LOOK_EVERY_MS = 250

/** TypeScript does not list `BarcodeDetector` yet. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorMaker = new (options: { formats: string[] }) => Detector

function detectorMaker(): DetectorMaker | undefined {
	return (window as { BarcodeDetector?: DetectorMaker }).BarcodeDetector
}

/** Reads a QR code and posts the form with it. Only a tap opens the camera; null where unsupported. */
export function CameraScan({ form }: { form: RefObject<HTMLFormElement> }) {
	const isHydrated = useHydrated()
	const [state, setState] = useState<'off' | 'on' | 'refused'>('off')
	const video = useRef<HTMLVideoElement>(null)
	useEffect(() => {
		const view = video.current
		const Maker = detectorMaker()
		if (state !== 'on' || !view || !Maker) return
		const stop = openCamera(view, new Maker({ formats: ['qr_code'] }), {
			onCode(code) {
				setState('off')
				const field = form.current?.elements.namedItem('code')
				if (field instanceof HTMLInputElement) field.value = code
				form.current?.requestSubmit()
			},
			onRefusal: () => setState('refused'),
		})
		return stop
	}, [state, form])
	if (!isHydrated || !detectorMaker()) return null
	if (state === 'on')
		return (
			<div>
				<video ref={video} className="view" playsInline muted autoPlay />
				<p role="status">Hold the code in front of the camera.</p>
				<Button variant="quiet" onClick={() => setState('off')}>
					Stop the camera
				</Button>
			</div>
		)
	return (
		<div>
			<p role="status">
				{state === 'refused' && 'We can’t use the camera. Type the code, or allow the camera for this page.'}
			</p>
			<Button variant="quiet" onClick={() => setState('on')}>
				Scan with the camera
			</Button>
		</div>
	)
}

type Listener = { onCode(code: string): void; onRefusal(): void }

/** The returned function closes the camera. */
function openCamera(view: HTMLVideoElement, detector: Detector, { onCode, onRefusal }: Listener): () => void {
	let isOver = false
	let stream: MediaStream | null = null
	let timer: ReturnType<typeof setTimeout> | undefined
	const stop = () => {
		isOver = true
		clearTimeout(timer)
		for (const track of stream?.getTracks() ?? []) track.stop()
	}
	const scanFrame = async () => {
		// An unreadable picture counts as one without a code.
		const codes = await detector.detect(view).catch(() => [])
		if (isOver) return
		const [code] = codes
		if (code) {
			stop()
			onCode(code.rawValue)
		} else timer = setTimeout(scanFrame, LOOK_EVERY_MS)
	}
	navigator.mediaDevices
		.getUserMedia({ video: { facingMode: 'environment' } })
		.then(async (opened) => {
			stream = opened
			if (isOver) return stop()
			view.srcObject = opened
			await scanFrame()
		})
		.catch(() => {
			if (!isOver) onRefusal()
		})
	return stop
}
