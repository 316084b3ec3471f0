//go:build !purego

#include "textflag.h"

// func textMasks(b []byte, stop byte, ends, odd []uint64)
TEXT ·textMasks(SB), NOSPLIT, $0-80
	MOVQ b_base+0(FP), SI
	MOVBLZX stop+24(FP), AX
	MOVQ ends_base+32(FP), DI
	MOVQ ends_len+40(FP), CX
	MOVQ odd_base+56(FP), R8
	MOVQ $0x0101010101010101, DX
	IMULQ DX, AX
	MOVQ AX, X0
	PUNPCKLQDQ X0, X0  // 16 stops
	MOVQ $0x1f1f1f1f1f1f1f1f, AX
	MOVQ AX, X1
	PUNPCKLQDQ X1, X1
	MOVQ $0x7f7f7f7f7f7f7f7f, AX
	MOVQ AX, X2
	PUNPCKLQDQ X2, X2
	TESTQ CX, CX
	JEQ done

block:
	MOVOU 0(SI), X3
	MOVO X3, X4
	PCMPEQB X0, X4     // a stop
	MOVO X3, X5
	PCMPGTB X1, X5     // above 1F, as a signed byte: neither 80..FF
	MOVO X2, X6
	PCMPGTB X3, X6     // below 7F
	PAND X5, X6
	POR X4, X6         // plain, or a stop
	PMOVMSKB X4, AX
	PMOVMSKB X6, DX
	MOVOU 16(SI), X3
	MOVO X3, X4
	PCMPEQB X0, X4     // a stop
	MOVO X3, X5
	PCMPGTB X1, X5     // above 1F, as a signed byte: neither 80..FF
	MOVO X2, X6
	PCMPGTB X3, X6     // below 7F
	PAND X5, X6
	POR X4, X6         // plain, or a stop
	PMOVMSKB X4, R9
	PMOVMSKB X6, R12
	MOVOU 32(SI), X3
	MOVO X3, X4
	PCMPEQB X0, X4     // a stop
	MOVO X3, X5
	PCMPGTB X1, X5     // above 1F, as a signed byte: neither 80..FF
	MOVO X2, X6
	PCMPGTB X3, X6     // below 7F
	PAND X5, X6
	POR X4, X6         // plain, or a stop
	PMOVMSKB X4, R10
	PMOVMSKB X6, R13
	MOVOU 48(SI), X3
	MOVO X3, X4
	PCMPEQB X0, X4     // a stop
	MOVO X3, X5
	PCMPGTB X1, X5     // above 1F, as a signed byte: neither 80..FF
	MOVO X2, X6
	PCMPGTB X3, X6     // below 7F
	PAND X5, X6
	POR X4, X6         // plain, or a stop
	PMOVMSKB X4, R11
	PMOVMSKB X6, BX
	SHLQ $16, R9
	SHLQ $32, R10
	SHLQ $48, R11
	ORQ R9, AX
	ORQ R10, R11
	ORQ R11, AX
	MOVQ AX, (DI)
	SHLQ $16, R12
	SHLQ $32, R13
	SHLQ $48, BX
	ORQ R12, DX
	ORQ R13, BX
	ORQ BX, DX
	NOTQ DX
	MOVQ DX, (R8)
	ADDQ $64, SI
	ADDQ $8, DI
	ADDQ $8, R8
	DECQ CX
	JNE block

done:
	RET
