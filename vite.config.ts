import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const framework = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'app/public',
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // One part for what every page needs and releases seldom change: it compresses better in one
    // piece, and visitors keep it.
    rolldownOptions: { output: { codeSplitting: { groups: [framework] } } },
  },
  // Everything in one server bundle: it starts faster, and React comes in its production form.
  // In development packages stay outside: Vite would run their CommonJS as modules.
  ssr: { noExternal: command === 'build' ? true : undefined },
}))
