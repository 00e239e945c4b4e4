import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'app/public',
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // Everything in one server bundle: it starts faster, and React comes in its production form.
  // In development packages stay outside: Vite would run their CommonJS as modules.
  ssr: { noExternal: command === 'build' ? true : undefined },
}))
