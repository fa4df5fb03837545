import { openPopup } from './first-paint.tsx';

void openPopup();
